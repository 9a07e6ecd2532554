/** The line that installs the agent and starts it, with these settings for its shell. */
export function installCommand(settings: string): string {
  return `curl -fsSL ${location.origin}/sdk/node/install | ${settings}sh`
}
