import { appendFileSync } from 'node:fs'

/** Adds a line to what `npm run trust -- attack` prints at its end. */
export function report(attack: string, seen: Record<string, unknown>): void {
  if (!process.env.ATTACK_REPORT) return
  const facts = Object.entries(seen).map(([name, value]) => `${name} ${value}`)
  appendFileSync(process.env.ATTACK_REPORT, `${attack}: ${facts.join(', ')}\n`)
}
