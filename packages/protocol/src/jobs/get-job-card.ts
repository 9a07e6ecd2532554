import { z } from 'zod'
import { endpoint } from '../endpoint.ts'

export const getJobCard = endpoint({
  method: 'GET',
  path: '/job/{id}/card.jpg',
  summary: 'What a link to a public job shows where it is posted: 1200 by 630 pixels.',
  caller: 'anyone',
  params: z.object({ id: z.uuid() }),
  media: 'file',
  response: null,
  limit: { count: 240, seconds: 60 },
  refusals: [],
})
