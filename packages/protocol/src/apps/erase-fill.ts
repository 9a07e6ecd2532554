import { app } from './app.ts'

export const eraseFill = app({
  id: 'erase-fill',
  name: 'Erase & Fill',
  tagline: 'Paint over what should not be there, and it is gone.',
  description:
    'Takes what you paint over out of a picture and makes up what may have been behind it. Made for scratches, wires, litter and passers-by far away. Large holes become blurred, and over people they smear. All that is not painted stays as it was.',
  category: 'image',
  version: 1,
  icon: 'eraser',
  fields: [
    { kind: 'image', name: 'image', label: 'Picture', help: 'PNG, JPEG or WebP.' },
    {
      kind: 'mask',
      name: 'mask',
      label: 'Paint what to remove',
      help: 'Paint a little over the edges, shadows too. Small holes come out best; large holes over people smear.',
      over: 'image',
    },
  ],
  outputs: [{ name: 'picture', kind: 'image', label: 'Filled picture' }],
  price: { base: 3, per: [{ of: 'megapixels', field: 'image', credits: 1 }] },
  limits: { runSeconds: 600, memoryMb: 1536 },
  weights: ['migan'],
  credits: [{ name: 'MI-GAN', licence: 'MIT' }],
  state: 'published',
})
