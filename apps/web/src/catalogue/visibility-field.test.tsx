// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { VisibilityField } from './visibility-field.tsx'

afterEach(cleanup)

test.for(['public', 'private'] as const)(
  '[finding S19] whoever chooses "%s" is told that the machine that runs the job reads the input',
  (value) => {
    render(<VisibilityField value={value} onChange={() => {}} />)
    expect(screen.getByRole('group').textContent).toContain(
      'The machine that runs the job reads what you send',
    )
  },
)
