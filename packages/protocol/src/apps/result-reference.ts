import { z } from 'zod'

const FORM = /^job:([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})\/([A-Za-z][\w-]{0,39})$/

/** A result of a job as the input of another one, so that it needn't be uploaded again: `job:<id>/<output>`. */
export const ResultReference = z.string().max(81).regex(FORM)

/** The parts of a file field's value; undefined if it names an upload. */
export function readResultReference(value: string): { jobId: string; output: string } | undefined {
  const [, jobId, output] = FORM.exec(value) ?? []
  return jobId === undefined || output === undefined ? undefined : { jobId, output }
}

export function resultReference(jobId: string, output: string): string {
  return `job:${jobId}/${output}`
}
