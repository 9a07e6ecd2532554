import type { ScreenName } from './screens.ts'

/** For search engines and shared links. Separate from the other facts, because no first load of a page needs all of them. */
export const screenDescriptions: Record<ScreenName, string> = {
  home: 'Infra runs AI apps on other people’s machines. Link a wallet, submit a job, see every result in the open.',
  feed: 'Everything the network has finished and its makers chose to show, newest first.',
  apps: 'The catalogue: what each app takes, what it gives back and what it costs.',
  nodes: 'The machines that run the jobs, how busy they are and how to add your own.',
  chat: 'A persona that knows the product and the network, and says so when it does not know.',
  devlog: 'What changed, when and why, in the words of those who built it.',
  feedback: 'Report a bug, leave an idea, say what works. No wallet needed.',
  staking: 'Put tokens behind the network and get a daily allowance of credits for it.',
  developers: 'Run every app from a program: OpenAI’s clients, our own, MCP, a shell. Try it here.',
  profile: 'Your jobs, your favourites, your credits and every movement of them.',
}
