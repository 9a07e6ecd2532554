import { app } from './app.ts'

export const upscale = app({
  id: 'upscale',
  name: 'Upscale x2',
  tagline: 'Twice the size, and sharp again.',
  description:
    'Makes a small picture twice as wide and twice as high, and redraws its edges. Fine textures, small print and faces far away are made up: they look sharp, but need not be true. It takes its time: minutes for the largest.',
  category: 'image',
  version: 1,
  icon: 'zoom-in',
  fields: [
    {
      kind: 'image',
      name: 'image',
      label: 'Picture',
      help: 'Up to 768 pixels per side.',
      sideMax: 768,
    },
  ],
  outputs: [{ name: 'picture', kind: 'image', label: 'Picture, twice the size' }],
  price: { base: 2, per: [{ of: 'megapixels', field: 'image', credits: 40 }] },
  limits: { runSeconds: 1200, memoryMb: 768 },
  weights: ['real-esrgan'],
  credits: [{ name: 'Real-ESRGAN', licence: 'BSD-3-Clause' }],
  state: 'published',
})
