{%- if !is_file %}
plt.plot(range(1, len(means) + 1), means)
plt.xlabel("iteration")
plt.ylabel("mean {% if by_return %}return{% else %}episode length{% endif %}")
plt.show()
{%- endif %}
