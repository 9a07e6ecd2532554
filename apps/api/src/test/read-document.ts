import type { AnySchema } from 'ajv'
import type { Schema } from './inputs/make-value.ts'
import type { TestApi } from './start-test-api.ts'

/** One endpoint, as the API's document describes it. */
export interface Operation {
  method: string
  /** Before its path. */
  prefix: string
  path: string
  'x-caller': string
  'x-rate-limit'?: { count: number; seconds: number }
  'x-body-bytes-max'?: number
  'x-body-values-max'?: number
  'x-body-with-files-bytes-max'?: number
  parameters: { name: string; in: string; required: boolean; schema: Schema }[]
  requestBody?: { content: Record<string, { schema: Schema }> }
  responses: Record<string, { description: string; content?: Record<string, { schema: AnySchema }> }>
}

export async function readDocument(
  { origin, deps }: TestApi,
  prefix: string = deps.config.apiPrefix,
): Promise<{ operations: Operation[]; problem: AnySchema }> {
  const answer = await fetch(`${origin}${prefix}/openapi.json`)
  const { paths, components } = (await answer.json()) as {
    paths: Record<string, Record<string, Omit<Operation, 'method' | 'path' | 'prefix'>>>
    components: { schemas: { Problem: AnySchema } }
  }
  const operations = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      prefix,
      method: method.toUpperCase(),
    })),
  )
  return { operations, problem: components.schemas.Problem }
}
