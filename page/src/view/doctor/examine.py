import json

import doctor

answer = doctor.examined(TEXT, FILE)
with open("answer.json", "w") as file:
    json.dump(answer, file)
