/** Why the agent exits by itself, as an exit code. */
export const exitCodes = {
  failed: 1,
  misused: 2,
  superseded: 3,
  upgradeRequired: 4,
  removed: 5,
  /** The launcher starts the prepared version: `build/infra-node.mjs`. */
  updated: 6,
} as const

/** The agent can't continue, and a restart alone wouldn't help. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly exitCode: number

  constructor(why: keyof typeof exitCodes, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.exitCode = exitCodes[why]
  }
}
