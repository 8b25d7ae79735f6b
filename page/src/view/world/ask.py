import json

import own_environment

answer = own_environment.examined(TEXT, "environment.py")
with open("answer.json", "w") as file:
    json.dump(answer, file)
