import { app } from './app.ts'

export const cutOut = app({
  id: 'cut-out',
  name: 'Cut-out',
  tagline: 'Frees the subject from its background.',
  description:
    'Finds the subject of a picture and takes the background away. Choose Portrait for people: it keeps hair.',
  category: 'image',
  version: 1,
  icon: 'scissors',
  fields: [
    { kind: 'image', name: 'image', label: 'Picture', help: 'With one clear subject.' },
    {
      kind: 'choice',
      name: 'subject',
      label: 'Subject',
      help: 'Portrait knows people only, and knows them better.',
      options: [
        { value: 'object', label: 'Object' },
        { value: 'portrait', label: 'Portrait' },
      ],
      default: 'object',
    },
    {
      kind: 'choice',
      name: 'background',
      label: 'Background',
      help: 'What goes behind the subject.',
      options: [
        { value: 'transparent', label: 'Transparent' },
        { value: 'color', label: 'A colour' },
      ],
      default: 'transparent',
    },
    {
      kind: 'color',
      name: 'color',
      label: 'Colour',
      help: 'Of the new background.',
      default: '#ffffff',
      showIf: { field: 'background', oneOf: ['color'] },
    },
  ],
  outputs: [{ name: 'picture', kind: 'image', label: 'Cut-out' }],
  price: { base: 2, per: [{ of: 'megapixels', field: 'image', credits: 1 }] },
  limits: { runSeconds: 120, memoryMb: 1024 },
  weights: ['u2netp', 'modnet'],
  credits: [
    { name: 'U²-NetP', licence: 'Apache-2.0' },
    { name: 'MODNet', licence: 'Apache-2.0' },
  ],
  state: 'published',
})
