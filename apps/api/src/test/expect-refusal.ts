import { type ErrorCode, type FieldProblem, Problem } from '@infra/protocol/refusal'
import { expect } from 'vitest'

export interface Answer {
  status: number
  headers: Headers
  body: string
}

/** Checks what every refusal has, whichever endpoint it came from, and returns it for further checks. */
export function expectRefusal(
  { status, headers, body }: Answer,
  expected: { status: number; code: ErrorCode; errors?: FieldProblem[] },
): Problem {
  expect({ status, body }).toEqual({ status: expected.status, body: expect.stringContaining(expected.code) })
  expect(headers.get('content-type')?.split(';', 1)).toEqual(['application/problem+json'])
  expect(headers.get('cache-control')).toBe('no-store')
  const problem = Problem.strict().parse(JSON.parse(body))
  expect(problem).toMatchObject({
    ...expected,
    type: `/problems/${expected.code.replaceAll('_', '-')}`,
    instance: `urn:request:${headers.get('x-request-id')}`,
  })
  expect(problem.instance).toMatch(/^urn:request:[0-9a-f-]{36}$/)
  // No stack, path of the server, SQL or credentials.
  expect(body).not.toMatch(
    /\\n\s+at |\/(work|home|src|node_modules)\/|\.ts\b|\b(select|insert|update)\b|Bearer/i,
  )
  return problem
}

export async function readAnswer(sent: Response | Promise<Response>): Promise<Answer> {
  const response = await sent
  return { status: response.status, headers: response.headers, body: await response.text() }
}
