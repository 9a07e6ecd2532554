import { app } from './app.ts'

export const findObjects = app({
  id: 'find-objects',
  name: 'Find Objects',
  tagline: 'Says what is in a picture, and where.',
  description:
    'Finds 80 kinds of things of everyday life, from people, cats and cars to clocks and cups, and marks them in the picture. It looks at a small copy of the picture: what is tiny in it is overlooked, and what it does not know it may take for something else.',
  category: 'image',
  version: 1,
  icon: 'scan-search',
  fields: [
    {
      kind: 'image',
      name: 'image',
      label: 'Picture',
      help: 'Objects should be clearly visible and not too small.',
    },
    {
      kind: 'number',
      name: 'score',
      label: 'Minimum confidence',
      help: 'Lower finds more, but is wrong more often.',
      min: 0.05,
      max: 0.99,
      step: 0.05,
      default: 0.5,
    },
  ],
  outputs: [
    { name: 'picture', kind: 'image', label: 'Picture with marks' },
    { name: 'objects', kind: 'json', label: 'Object positions' },
  ],
  price: { base: 1, per: [{ of: 'megapixels', field: 'image', credits: 0.5 }] },
  limits: { runSeconds: 120, memoryMb: 768 },
  weights: ['coco-ssd'],
  credits: [
    { name: 'COCO-SSD', licence: 'Apache-2.0' },
    { name: 'TensorFlow.js', licence: 'Apache-2.0' },
  ],
  state: 'published',
})
