{%- if !is_file %}
plt.plot(range(1, len(means) + 1), means)
plt.xlabel("iteration")
plt.ylabel("mean episode length")
plt.show()
{%- endif %}
