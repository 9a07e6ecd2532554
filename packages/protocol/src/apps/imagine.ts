import { app } from './app.ts'

const sizes = ['512x512', '512x768', '768x512', '1024x1024', '832x1216', '1216x832']

export const imagine = app({
  id: 'imagine',
  name: 'Imagine',
  tagline: 'Paints what you describe.',
  description:
    'Text to picture, on nodes that have a graphics card. Which model paints is the operator’s choice, so the same words may look different on another node. Some nodes have one size, or take no notice of steps, guidance and what to avoid.',
  category: 'image',
  version: 1,
  icon: 'sparkles',
  fields: [
    {
      kind: 'longtext',
      name: 'prompt',
      label: 'Description',
      help: 'What should be seen, and in which style.',
      maxLength: 1000,
    },
    {
      kind: 'choice',
      name: 'size',
      label: 'Size',
      help: 'In pixels, width by height.',
      options: sizes.map((value) => ({ value, label: value.replace('x', ' × ') })),
      default: '1024x1024',
    },
    {
      kind: 'longtext',
      name: 'negative',
      label: 'Avoid',
      help: 'What should not be seen.',
      maxLength: 1000,
      optional: true,
      advanced: true,
    },
    {
      kind: 'integer',
      name: 'steps',
      label: 'Steps',
      help: 'More takes longer, and past 30 changes little.',
      min: 1,
      max: 60,
      default: 25,
      advanced: true,
    },
    {
      kind: 'number',
      name: 'guidance',
      label: 'Guidance',
      help: 'How closely to keep to the words.',
      min: 1,
      max: 20,
      step: 0.5,
      default: 7,
      advanced: true,
    },
    { kind: 'seed', name: 'seed', label: 'Seed', help: 'Another one, another picture.', advanced: true },
  ],
  outputs: [{ name: 'picture', kind: 'image', label: 'Picture' }],
  price: { base: 5, per: [{ of: 'amount', field: 'steps', credits: 0.2 }] },
  limits: { runSeconds: 300, memoryMb: 256 },
  weights: [],
  operatorModel: true,
  credits: [{ name: 'The model of the node', licence: 'as its maker states' }],
  state: 'published',
})
