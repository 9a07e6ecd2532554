// @vitest-environment happy-dom
import { findApp } from '@infra/protocol/apps/catalogue'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { audiences } from '../form/audience.ts'
import { AudienceField } from './audience-field.tsx'

afterEach(cleanup)

const cutOut = findApp('cut-out')!.fields
const story = findApp('story-teller')!.fields
const options = () => screen.getAllByRole('radio').map((radio) => radio.parentElement!.textContent)

test.for(audiences)(
  '[finding S19] a person who chooses "%s" is told that the machine that runs the job reads the input',
  (value) => {
    for (const fields of [cutOut, story]) {
      render(<AudienceField fields={fields} value={value} onChange={() => {}} />)
      expect(screen.getByRole('group').textContent).toContain(
        'The machine that runs the job reads what you send',
      )
      cleanup()
    }
  },
)

test('where a file goes in, the original can be kept back; words cannot', () => {
  render(<AudienceField fields={cutOut} value="result" onChange={() => {}} />)
  expect(options()).toEqual(['Only me', 'Result public', 'All public'])
  expect(screen.getByRole('group').textContent).toContain('Only you see your original.')
  cleanup()
  render(<AudienceField fields={story} value="public" onChange={() => {}} />)
  expect(options()).toEqual(['Only me', 'Everyone'])
  expect(screen.getByRole('group').textContent).toContain('Everyone sees the result and what you entered')
})
