import json

from doctor._examined import examined

answer = examined(TEXT, FILE, tell=print)
with open("answer.json", "w") as file:
    json.dump(answer, file)
