import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs'
import { dirname } from 'node:path'
import type { Job } from '@infra/protocol/jobs'
import { test } from '@playwright/test'

/** Shared by all workers of this run. */
const notes = () => `${test.info().project.outputDir}/hidden-pictures`

/** Call it before a result is hidden and shown again, because other tests that show it find its pictures missing meanwhile. */
export function noteHiding({ inputFiles, outputs }: Job): void {
  mkdirSync(dirname(notes()), { recursive: true })
  appendFileSync(notes(), [...inputFiles, ...outputs].map(({ sha256 }) => `${sha256}\n`).join(''))
}

export function wasHidden(sha256: string): boolean {
  return existsSync(notes()) && readFileSync(notes(), 'utf8').includes(sha256)
}
