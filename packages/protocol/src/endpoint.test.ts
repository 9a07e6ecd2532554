import { expect, expectTypeOf, test } from 'vitest'
import { z } from 'zod'
import type { Call } from './client.ts'
import { endpoint, type Input, type Output } from './endpoint.ts'
import { IsoDate } from './values/iso-date.ts'

const readNote = endpoint({
  method: 'GET',
  path: '/notes/{id}',
  summary: 'Read a note.',
  caller: 'anyone',
  params: z.object({ id: z.uuid() }),
  response: z.object({ writtenAt: IsoDate }),
  refusals: [],
})

test('an endpoint is its definition, and its input and output types are inferred', () => {
  expect(readNote).toMatchObject({ method: 'GET', path: '/notes/{id}', caller: 'anyone' })
  expectTypeOf<Input<typeof readNote>>().toEqualTypeOf<{ params: { id: string } }>()
  expectTypeOf<Output<typeof readNote>>().toEqualTypeOf<{ writtenAt: Date }>()
})

test('an endpoint without a caller, or with an unknown caller or code, does not compile', () => {
  const rest = { method: 'GET', path: '/notes', summary: 'List.', response: null, refusals: [] } as const
  // @ts-expect-error without `caller` nobody would be asked who they are
  endpoint({ ...rest })
  // @ts-expect-error there is no such caller
  endpoint({ ...rest, caller: 'everyone' })
  // @ts-expect-error there is no such code
  endpoint({ ...rest, caller: 'anyone', refusals: ['because'] })
  expect(endpoint({ ...rest, caller: 'anyone' })).toEqual({ ...rest, caller: 'anyone' })
})

test('a call with missing or wrong params does not compile', () => {
  const compiles = (call: Call) => {
    // @ts-expect-error the note's id is missing
    call(readNote)
    // @ts-expect-error the id is text
    call(readNote, { params: { id: 1 } })
    return call(readNote, { params: { id: 'x' } })
  }
  expectTypeOf(compiles).returns.resolves.toEqualTypeOf<{ writtenAt: Date }>()
})
