import json

from doctor._page import shown

answer = shown(TEXT, FILE)
with open("answer.json", "w") as file:
    json.dump(answer, file)
