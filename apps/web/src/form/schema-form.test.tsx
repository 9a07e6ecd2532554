// @vitest-environment happy-dom
import type { AppField } from '@infra/protocol/apps/app-field'
import { Refusal } from '@infra/protocol/refusal'
import { act, cleanup, fireEvent, render, screen, within } from '@testing-library/react'
import { useState } from 'react'
import { afterEach, expect, test, vi } from 'vitest'
import { createAppForm } from './create-app-form.ts'
import type { FormOptions } from './form-state.ts'
import { blankValues, type MaskValue } from './raw-value.ts'
import { SchemaForm } from './schema-form.tsx'

afterEach(cleanup)

const common = { help: 'Help.' }
const edge = (side: 'left' | 'right' | 'top' | 'bottom', label: string, start = 0): AppField => ({
  ...common,
  ...{ kind: 'integer', name: side, label, min: 0, max: 64, default: start, edge: { of: 'photo', side } },
})
const fields: AppField[] = [
  { ...common, kind: 'text', name: 'title', label: 'Title', maxLength: 5 },
  { ...common, kind: 'longtext', name: 'story', label: 'Story', maxLength: 20, optional: true },
  { ...common, kind: 'integer', name: 'count', label: 'Count', min: 1, max: 8, default: 2 },
  {
    ...common,
    ...{ kind: 'number', name: 'heat', label: 'Heat', min: 0, max: 10, step: 0.1 },
    ...{ soft: { min: 0, max: 2 }, default: 1 },
  } as AppField,
  {
    ...common,
    ...{ kind: 'choice', name: 'mode', label: 'Mode', default: 'plain' },
    options: [
      { value: 'plain', label: 'Plain' },
      { value: 'tinted', label: 'Tinted' },
    ],
  } as AppField,
  {
    ...common,
    ...{ kind: 'color', name: 'tint', label: 'Tint', default: '#ffffff' },
    showIf: { field: 'mode', oneOf: ['tinted'] },
  } as AppField,
  { ...common, kind: 'toggle', name: 'loud', label: 'Loud', default: false },
  { ...common, kind: 'seed', name: 'seed', label: 'Seed' },
  { ...common, kind: 'integer', name: 'depth', label: 'Depth', min: 1, max: 3, default: 1, advanced: true },
  { ...common, kind: 'image', name: 'photo', label: 'Photo', sideMax: 100 },
  edge('left', 'Left', 16),
  edge('right', 'Right'),
  edge('top', 'Top'),
  edge('bottom', 'Bottom'),
  { ...common, kind: 'mask', name: 'mask', label: 'Mask', over: 'photo', optional: true },
  { ...common, kind: 'boxes', name: 'boxes', label: 'Boxes', over: 'photo', countMax: 2, optional: true },
  { ...common, kind: 'audio', name: 'voice', label: 'Voice', secondsMax: 60, optional: true },
]

const kept = { url: '/x.png', width: 40, height: 20, seconds: null }
const send = vi.fn<FormOptions['send']>()
const drawMask = vi.fn<FormOptions['drawMask']>()

function start(names: string[], options: Partial<FormOptions> = {}) {
  send.mockReset().mockImplementation(async () => ({ ...kept, id: crypto.randomUUID() }))
  drawMask.mockReset().mockImplementation(async () => new Blob(['mask']))
  const app = { name: 'Test', fields: fields.filter(({ name }) => names.includes(name)) }
  const form = createAppForm({
    app,
    start: { values: blankValues(app.fields), audience: 'public' },
    maySend: () => true,
    send,
    measure: async () => ({ width: 40, height: 20, seconds: null }),
    drawMask,
    preview: () => 'blob:preview',
    ...options,
  })
  const collected: unknown[] = []
  function Page() {
    const [rejections, setRejections] = useState(0)
    const submit = async () => {
      if (form.check()) setRejections(rejections + 1)
      else collected.push(await form.collect())
    }
    return (
      <SchemaForm app={app} form={form} rejections={rejections} onSubmit={submit}>
        <button type="submit">Run</button>
      </SchemaForm>
    )
  }
  const { container } = render(<Page />)
  return {
    container,
    form,
    collected,
    run: () => act(async () => void fireEvent.click(screen.getByText('Run'))),
  }
}

const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } })

const choose = (label: string, blob: Blob) =>
  act(async () => void fireEvent.change(screen.getByLabelText(label), { target: { files: [blob] } }))

test('[R-LAY-11] every plain kind of field is rendered, and its value goes into the order', async () => {
  const { collected, run } = start(['title', 'story', 'count', 'heat', 'mode', 'loud', 'seed', 'depth'])
  type('Title', 'Fern')
  type('Count', '5')
  type('Heat, slider', '1.5')
  fireEvent.click(screen.getByRole('radio', { name: 'Tinted' }))
  fireEvent.click(screen.getByRole('checkbox', { name: 'Loud' }))
  type('Seed', '42')
  await run()
  expect(collected).toEqual([
    { title: 'Fern', count: 5, heat: 1.5, mode: 'tinted', loud: true, seed: 42, depth: 1 },
  ])
})

test('a number beyond the slider’s range can be typed, up to the field’s bounds', async () => {
  const { collected, run } = start(['heat'])
  type('Heat', '9.5')
  await run()
  type('Heat', '11')
  await run()
  expect(collected).toEqual([{ heat: 9.5 }])
  expect(screen.getByText('Heat must be a number from 0 to 10.')).toBeTruthy()
})

test('a dependent field is shown, and part of the order, only while the other field has the required value', async () => {
  const { collected, run } = start(['mode', 'tint'])
  expect(screen.queryByLabelText('Tint')).toBeNull()
  fireEvent.click(screen.getByRole('radio', { name: 'Tinted' }))
  type('Tint', '#00ff00')
  await run()
  fireEvent.click(screen.getByRole('radio', { name: 'Plain' }))
  expect(screen.queryByLabelText('Tint')).toBeNull()
  await run()
  expect(collected).toEqual([{ mode: 'tinted', tint: '#00ff00' }, { mode: 'plain' }])
})

test('[X11] invalid fields stop the order; the first one gets the focus, and each has a message', async () => {
  const { collected, run } = start(['title', 'count'])
  type('Title', 'Too long')
  type('Count', '2.5')
  await run()
  expect(collected).toEqual([])
  expect(document.activeElement).toBe(screen.getByLabelText('Title'))
  expect(screen.getByText('Title must have at most 5 characters.')).toBeTruthy()
  expect(screen.getByText('Count must be a whole number from 1 to 8.')).toBeTruthy()
  expect(screen.getByText('8 / 5')).toBeTruthy()
  type('Title', 'Fern')
  expect(screen.queryByText('Title must have at most 5 characters.')).toBeNull()
  expect(screen.getByText('Count must be a whole number from 1 to 8.')).toBeTruthy()
})

test('an emptied field with a default is reported, and not silently filled in again', async () => {
  const { collected, run } = start(['count'])
  type('Count', '')
  await run()
  expect(collected).toEqual([])
  expect(screen.getByText('Count must be a whole number from 1 to 8.')).toBeTruthy()
})

test('a collapsed field with a problem is expanded', async () => {
  const { run } = start(['depth'])
  type('Depth', '9')
  await run()
  expect(screen.getByText('More options').closest('details')!.open).toBe(true)
})

test('"surprise me" fills in a seed that the network accepts', () => {
  start(['seed'])
  fireEvent.click(screen.getByRole('button', { name: 'Surprise me' }))
  const drawn = Number((screen.getByLabelText('Seed') as HTMLInputElement).value)
  expect(Number.isInteger(drawn) && drawn >= 0 && drawn < 2 ** 32).toBe(true)
})

test('a chosen picture is uploaded at once, only once, and named in the order by its id', async () => {
  const { collected, run } = start(['photo'])
  await choose('Photo: choose a file', new Blob(['picture']))
  expect(screen.getByText('Sent')).toBeTruthy()
  await run()
  expect(send).toHaveBeenCalledTimes(1)
  expect(collected).toEqual([{ photo: (await send.mock.results[0]!.value).id }])
})

test('a visitor’s picture is uploaded only with the order', async () => {
  const { collected, run } = start(['photo'], { maySend: () => false })
  await choose('Photo: choose a file', new Blob(['picture']))
  expect(send).not.toHaveBeenCalled()
  await run()
  expect(send).toHaveBeenCalledTimes(1)
  expect(collected[0]).toEqual({ photo: expect.any(String) })
})

test.each([
  ['storage_full', 'Photo wasn’t accepted: storage is full right now. Try again later.'],
  ['dependency_unavailable', 'Photo couldn’t be sent: Infra isn’t responding. Try again.'],
] as const)(
  '[X11] a file refused with %s shows a message at its field, and can be sent again',
  async (code, words) => {
    const { collected, run } = start(['photo'])
    send.mockRejectedValueOnce(new Refusal(code, 'No.'))
    await choose('Photo: choose a file', new Blob(['picture']))
    expect(screen.getByText(words)).toBeTruthy()
    await act(async () => void fireEvent.click(screen.getByRole('button', { name: 'Send again' })))
    expect(screen.queryByText(words)).toBeNull()
    await run()
    expect(collected).toHaveLength(1)
  },
)

test.each([
  ['payload_too_large', 'Photo is larger than 8 MB.'],
  ['type_mismatch', 'Photo has a file type that isn’t supported: choose PNG, JPEG or WebP.'],
  ['corrupt_file', 'Photo is damaged and can’t be read.'],
] as const)(
  '[finding U17] a file refused for good with %s can be replaced, but not sent again',
  async (code, words) => {
    const { collected, run } = start(['photo'])
    send.mockRejectedValueOnce(new Refusal(code, 'No.'))
    await choose('Photo: choose a file', new Blob(['picture']))
    expect(screen.getByText(words)).toBeTruthy()
    expect(screen.queryByRole('button', { name: 'Send again' })).toBeNull()
    expect(screen.getByText('Choose another')).toBeTruthy()
    await choose('Photo: replace', new Blob(['another']))
    expect(screen.queryByText(words)).toBeNull()
    await run()
    expect(collected).toHaveLength(1)
  },
)

test('a picture with too long a side is not sent, and its field says so', async () => {
  start(['photo'], { measure: async () => ({ width: 400, height: 20, seconds: null }) })
  await choose('Photo: choose a file', new Blob(['picture']))
  expect(screen.getByText('Photo can have at most 100 pixels per side.')).toBeTruthy()
  expect(screen.getByRole('button', { name: 'Make it fit' })).toBeTruthy()
  expect(send).not.toHaveBeenCalled()
})

test('a mask is painted by keyboard and uploaded with the order, once for the same strokes', async () => {
  const { form, collected, run } = start(['photo', 'mask'])
  expect(screen.getByText('Choose the picture first; then paint over it here.')).toBeTruthy()
  await choose('Photo: choose a file', new Blob(['picture']))
  const canvas = screen.getByRole('application', { name: 'Mask: paint over the picture' })
  fireEvent.keyDown(canvas, { key: 'ArrowRight' })
  fireEvent.keyDown(canvas, { key: 'ArrowRight' })
  fireEvent.keyDown(canvas, { key: 'Enter' })
  expect(form.state.get().values.mask).toEqual({
    base: null,
    marks: [{ shape: 'box', erase: false, x: 16, y: 8, width: 10, height: 5 }],
  })
  await run()
  await run()
  expect(drawMask).toHaveBeenCalledTimes(1)
  expect(drawMask.mock.calls[0]![1]).toEqual({ width: 40, height: 20 })
  expect(send).toHaveBeenCalledTimes(2)
  expect(collected[0]).toEqual(collected[1])
})

test('Undo removes the last stroke, Clear all of them, and another picture starts over', async () => {
  const { form } = start(['photo', 'mask'])
  await choose('Photo: choose a file', new Blob(['picture']))
  const marks = () => (form.state.get().values.mask as MaskValue).marks.length
  const press = (key: string) =>
    fireEvent.keyDown(screen.getByRole('application', { name: /^Mask/ }), { key })
  for (const key of ['Enter', 'Enter', 'Delete']) press(key)
  expect(marks()).toBe(3)
  fireEvent.click(screen.getByRole('button', { name: 'Undo' }))
  expect(marks()).toBe(2)
  fireEvent.click(screen.getByRole('button', { name: 'Clear' }))
  expect(marks()).toBe(0)
  press('Enter')
  await choose('Photo: replace', new Blob(['other']))
  expect(marks()).toBe(0)
})

test('[finding U24] undone strokes can be redone until something else is painted', async () => {
  const { form } = start(['photo', 'mask'])
  await choose('Photo: choose a file', new Blob(['picture']))
  const marks = () => (form.state.get().values.mask as MaskValue).marks.map(({ erase }) => erase)
  const press = (key: string, shiftKey = false) =>
    fireEvent.keyDown(screen.getByRole('application', { name: /^Mask/ }), { key, shiftKey })
  for (const key of ['Enter', 'Delete', 'z', 'z']) press(key)
  expect(marks()).toEqual([])
  fireEvent.click(screen.getByRole('button', { name: 'Redo' }))
  press('y')
  expect(marks()).toEqual([false, true])
  press('z')
  press('Z', true)
  expect(marks()).toEqual([false, true])
  press('z')
  press('Enter')
  expect((screen.getByRole('button', { name: 'Redo' }) as HTMLButtonElement).disabled).toBe(true)
  press('y')
  expect(marks()).toEqual([false, false])
})

test('[finding U24] the picture is shown once, by the editor that lies over it', async () => {
  const { container } = start(['photo', 'mask'])
  await choose('Photo: choose a file', new Blob(['picture']))
  expect(container.querySelectorAll('img')).toHaveLength(1)
  expect(screen.queryByRole('img', { name: 'Photo, as chosen' })).toBeNull()
})

test('[finding U19] a picture is expanded with the edges of its frame, and with numbers', async () => {
  const { collected, run } = start(['photo', 'left', 'right', 'top', 'bottom'])
  expect(screen.getByText('Choose the picture first; then drag its edges here.')).toBeTruthy()
  await choose('Photo: choose a file', new Blob(['picture']))
  const edge = screen.getByRole('slider', { name: 'Left edge' })
  fireEvent.keyDown(edge, { key: 'ArrowLeft' })
  expect(edge.getAttribute('aria-valuenow')).toBe('24')
  fireEvent.keyDown(screen.getByRole('slider', { name: 'Bottom edge' }), { key: 'End' })
  type('Top', '5')
  expect(screen.getByRole('slider', { name: 'Top edge' }).getAttribute('aria-valuenow')).toBe('5')
  expect(screen.getByText('64 × 89')).toBeTruthy()
  await run()
  expect(collected).toMatchObject([{ left: 24, right: 0, top: 5, bottom: 64 }])
})

test('boxes can be added, changed by numbers and removed, up to a maximum', async () => {
  const { collected, run } = start(['photo', 'boxes'])
  await choose('Photo: choose a file', new Blob(['picture']))
  fireEvent.click(screen.getByRole('button', { name: 'Add a box' }))
  fireEvent.change(screen.getByLabelText('Box 1, left'), { target: { value: '3' } })
  fireEvent.click(screen.getByRole('button', { name: 'Add a box' }))
  expect((screen.getByRole('button', { name: 'Add a box' }) as HTMLButtonElement).disabled).toBe(true)
  fireEvent.click(screen.getByRole('button', { name: 'Remove box 2' }))
  await run()
  expect(collected).toMatchObject([{ boxes: [{ x: 3, y: 8, width: 10, height: 5 }] }])
})

test('a pasted picture goes to the first field that waits for one', async () => {
  start(['title', 'photo'])
  const picture = new File(['picture'], 'a.png', { type: 'image/png' })
  const paste = new Event('paste', { bubbles: true, cancelable: true })
  Object.assign(paste, { clipboardData: { files: [picture] } })
  await act(async () => void document.dispatchEvent(paste))
  expect(within(screen.getByRole('group', { name: 'Photo' })).getByText('Sent')).toBeTruthy()
})

test('a sound that is already WAV is uploaded when it is chosen', async () => {
  start(['voice'])
  const wav = new Blob([new TextEncoder().encode('RIFF\0\0\0\0WAVE')])
  await choose('Voice: choose a file', wav)
  await act(async () => {})
  expect(send).toHaveBeenCalledTimes(1)
  expect(screen.getByRole('button', { name: 'Remove' })).toBeTruthy()
})
