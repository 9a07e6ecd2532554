import type { Job, JobEvent } from './types.ts'

/** An invalid field, by JSON pointer: `/input/text`. */
export interface FieldProblem {
  pointer: string
  message: string
}

interface Details extends ErrorOptions {
  status?: number | undefined
  errors?: FieldProblem[] | undefined
  requestId?: string | undefined
  retryAfterSeconds?: number | undefined
}

/** What went wrong, with a stable `code` to decide by: the API's own, or `unreachable` if there was no response. */
export class InfraError extends Error {
  readonly code: string
  /** The status of the response, if there was one. */
  readonly status: number | undefined
  readonly errors: FieldProblem[]
  /** To quote in a bug report. */
  readonly requestId: string | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(code: string, sentence: string, details: Details = {}) {
    super(sentence, details)
    this.name = 'InfraError'
    this.code = code
    this.status = details.status
    this.errors = details.errors ?? []
    this.requestId = details.requestId
    this.retryAfterSeconds = details.retryAfterSeconds
  }
}

/** A job that ended without a result. Its code is the job's `reason`, or `cancelled`. */
export class JobError extends InfraError {
  readonly job: Job | JobEvent

  constructor(job: Job | JobEvent) {
    const code = job.reason ?? job.status
    const why = job.status === 'cancelled' ? 'was cancelled' : `failed: ${code}`
    super(code, `Job ${job.id} ${why}. It cost ${job.charged} of ${job.price} credits.`)
    this.name = 'JobError'
    this.job = job
  }
}

/** Reads the API's problem+json; a proxy in between may respond in another form. */
export async function errorFrom(response: Response): Promise<InfraError> {
  const { status, headers } = response
  const problem = await response.json().catch(() => ({}))
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  return new InfraError(
    typeof problem.code === 'string' ? problem.code : `http_${status}`,
    problem.detail ?? `The network answered ${status}.`,
    {
      status,
      errors: problem.errors,
      requestId: headers.get('x-request-id') ?? undefined,
      retryAfterSeconds: Number.isFinite(seconds) ? seconds : undefined,
    },
  )
}
