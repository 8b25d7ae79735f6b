import gymnasium as gym
import torch
import torch.nn as nn

# hyper params
hidden = 48
alpha = 0.008
gamma = 0.99
n_episodes = 280

class Brain(nn.Module):

  def __init__(self):
    super().__init__()
    self.stack = nn.Sequential(
      nn.Linear(4, hidden),
      nn.LeakyReLU(),
      nn.Linear(hidden, 2),
      nn.Softmax(dim=-1)
    )

  def forward(self, s):
    return self.stack(s)

def play(env, brain, seed):
  """returns states, picked actions and rewards of one episode"""
  S, A, R = [], [], []
  s, _ = env.reset(seed=seed)
  while True:
    st = torch.tensor(s).float()
    with torch.no_grad():
      p = brain(st)
    a = torch.multinomial(p, 1).item()
    s_next, r, dead, late, _ = env.step(a)
    S.append(st)
    A.append(a)
    R.append(r)
    s = s_next
    if dead or late:
      return S, A, R

def discount(R):
  G = [0.0] * len(R)
  acc = 0.0
  for k in range(len(R) - 1, -1, -1):
    acc = R[k] + gamma * acc
    G[k] = acc
  return torch.tensor(G)

torch.manual_seed(8)
env = gym.make('CartPole-v1')
brain = Brain()
opt = torch.optim.Adam(brain.parameters(), lr=alpha)

totals = []
for ep in range(n_episodes):
  S, A, R = play(env, brain, seed=ep)
  G = discount(R)
  G = (G - G.mean()) / (G.std() + 1e-9)

  # log of the probability of what was done
  P = brain(torch.stack(S))
  picked = P[torch.arange(len(A)), torch.tensor(A)]
  loss = -(torch.log(picked) * G).mean()

  opt.zero_grad()
  loss.backward()
  opt.step()

  totals.append(sum(R))
  if ep % 28 == 27:
    print('ep', ep + 1, '  avg', sum(totals[-28:]) / 28)
