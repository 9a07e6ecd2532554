// @vitest-environment happy-dom
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { Icon } from './icon.tsx'
import { iconNames } from './icon-names.ts'

afterEach(cleanup)

test('[R-LAY-10] the icon set has these 26 icons', () => {
  expect([...iconNames].sort()).toEqual(
    [
      ...['account', 'apps', 'clone', 'close', 'connection', 'download', 'earth', 'filters', 'hearts'],
      ...['image-broken', 'info', 'link', 'loading', 'menu', 'message', 'nodes', 'plus', 'post', 'profile'],
      ...['refresh', 'share', 'shield-bug', 'upload', 'dex', 'telegram', 'x'],
    ].sort(),
  )
})

test('[R-LAY-10] every icon has a drawing, and no two have the same', () => {
  const drawings = iconNames.map((name) => {
    const { container } = render(<Icon name={name} />)
    return container.querySelector('svg')?.innerHTML
  })
  expect(drawings.every((drawing) => drawing && /<(path|rect|circle|line)/.test(drawing))).toBe(true)
  expect(new Set(drawings).size).toBe(26)
})

test('an icon is hidden from screen readers, unless it has a label', () => {
  const { container } = render(<Icon name="link" />)
  expect(container.querySelector('svg')?.getAttribute('aria-hidden')).toBe('true')
  render(<Icon name="close" label="Close" />)
  expect(screen.getByRole('img', { name: 'Close' })).toBeTruthy()
})
