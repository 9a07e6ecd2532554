import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const getJobOutput = endpoint({
  method: 'GET',
  path: '/job/{id}/output/{name}',
  summary: 'The bytes of a result, by the name of the output; text as UTF-8.',
  caller: 'guest',
  scope: 'read',
  params: z.object({ id: z.uuid(), name: z.string().regex(/^[a-z][a-zA-Z0-9]{0,31}$/) }),
  media: 'file',
  response: null,
  refusals: ['range_not_satisfiable'],
})
