/** Why the agent ends by itself; the exit code says so too. */
export const exitCodes = {
  failed: 1,
  misused: 2,
  superseded: 3,
  upgradeRequired: 4,
  removed: 5,
  /** The launcher starts the version that was made ready: `build/infra-node.mjs`. */
  updated: 6,
} as const

/** The agent cannot go on, and a restart alone would not help. */
export class Stopped extends Error {
  override name = 'Stopped'
  readonly exitCode: number

  constructor(why: keyof typeof exitCodes, sentence: string, options?: ErrorOptions) {
    super(sentence, options)
    this.exitCode = exitCodes[why]
  }
}
