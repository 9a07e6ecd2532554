import { app } from './app.ts'

function side(name: 'left' | 'right' | 'top' | 'bottom', label: string) {
  return {
    kind: 'integer' as const,
    name,
    label,
    help: 'Pixels to add.',
    min: 0,
    max: 512,
    default: 0,
    edge: { of: 'image', side: name },
  }
}

export const expandPhoto = app({
  id: 'expand-photo',
  name: 'Expand Photo',
  tagline: 'Shows what may lie beyond the edge.',
  description:
    'Makes a picture larger by making up what lies beyond its edges; the picture itself stays as it is, to the last pixel. Sky, walls, water and grass go on well. What is cut off by the edge, people above all, smears, and the further from the edge, the vaguer it gets.',
  category: 'image',
  version: 1,
  icon: 'expand',
  fields: [
    {
      kind: 'image',
      name: 'image',
      label: 'Picture',
      help: 'Works best if nothing important is cut off by the edge.',
    },
    { ...side('left', 'Left'), default: 64 },
    { ...side('right', 'Right'), default: 64 },
    side('top', 'Top'),
    side('bottom', 'Bottom'),
  ],
  outputs: [{ name: 'picture', kind: 'image', label: 'Larger picture' }],
  price: {
    base: 3,
    per: [
      { of: 'megapixels', field: 'image', credits: 0.5 },
      ...['left', 'right', 'top', 'bottom'].map((field) => ({ of: 'amount' as const, field, credits: 0.01 })),
    ],
  },
  limits: { runSeconds: 600, memoryMb: 1536 },
  weights: ['migan'],
  credits: [{ name: 'MI-GAN', licence: 'MIT' }],
  state: 'published',
})
