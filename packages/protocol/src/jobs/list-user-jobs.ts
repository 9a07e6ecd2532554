import { z } from 'zod'
import { endpoint } from '../endpoint.ts'
import { Job } from '../jobs.ts'
import { Address } from '../values/address.ts'
import { page, pageQuery } from '../values/page.ts'

export const listUserJobs = endpoint({
  method: 'GET',
  path: '/user/{id}/job',
  summary: 'The public results of a person, newest first.',
  caller: 'guest',
  params: z.object({ id: Address }),
  query: z.strictObject(pageQuery),
  response: page(Job),
  refusals: [],
})
