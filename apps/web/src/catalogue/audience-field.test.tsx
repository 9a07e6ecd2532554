// @vitest-environment happy-dom
import { findApp } from '@infra/protocol/apps/catalogue'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { audiences } from '../form/audience.ts'
import { AudienceField } from './audience-field.tsx'

afterEach(cleanup)

const cutOut = { ...findApp('cut-out')!, isChecked: false }
const story = { ...findApp('story-teller')!, isChecked: false }
const options = () => screen.getAllByRole('radio').map((radio) => radio.parentElement!.textContent)

test.for(audiences)(
  '[finding S19] the choice "%s" says that the machine that runs the job reads the input',
  (value) => {
    for (const app of [cutOut, story]) {
      render(<AudienceField app={app} value={value} onChange={() => {}} />)
      expect(screen.getByRole('group').textContent).toContain(
        'The machine that runs the job reads what you send',
      )
      cleanup()
    }
  },
)

test('an app that takes a file can keep the original private, and one that takes text can’t', () => {
  render(<AudienceField app={cutOut} value="result" onChange={() => {}} />)
  expect(options()).toEqual(['Only me', 'Result public', 'All public'])
  expect(screen.getByRole('group').textContent).toContain('Only you see your original.')
  cleanup()
  render(<AudienceField app={story} value="public" onChange={() => {}} />)
  expect(options()).toEqual(['Only me', 'Everyone'])
  expect(screen.getByRole('group').textContent).toContain('Everyone sees the result and what you entered')
})

test('the form says who else may read the input if results are checked, and nothing otherwise', () => {
  const words = {
    private: 'A machine of the network itself may read it too',
    result: 'A machine of the network itself may read it too',
    public: 'A second machine may read it too',
  }
  for (const value of audiences) {
    render(<AudienceField app={{ ...cutOut, isChecked: true }} value={value} onChange={() => {}} />)
    expect(screen.getByRole('group').textContent).toContain(words[value])
    cleanup()
    render(<AudienceField app={cutOut} value={value} onChange={() => {}} />)
    expect(screen.getByRole('group').textContent).not.toContain('may read it too')
    cleanup()
  }
})
