import { app } from './app.ts'

export const vectorise = app({
  id: 'vectorise',
  name: 'Vectorise',
  tagline: 'A picture becomes clean curves that scale to any size.',
  description:
    'Traces a picture into an SVG of filled shapes. Made for logos, icons and drawings; a photograph becomes a poster of itself.',
  category: 'image',
  version: 1,
  icon: 'spline',
  fields: [
    { kind: 'image', name: 'image', label: 'Picture', help: 'PNG, JPEG or WebP.' },
    {
      kind: 'choice',
      name: 'colors',
      label: 'Colours',
      help: 'Black and white suits signatures and line drawings.',
      options: [
        { value: 'color', label: 'In colour' },
        { value: 'binary', label: 'Black and white' },
      ],
      default: 'color',
    },
    {
      kind: 'choice',
      name: 'mode',
      label: 'Shapes',
      help: 'Curves are smooth; polygons have corners only.',
      options: [
        { value: 'spline', label: 'Curves' },
        { value: 'polygon', label: 'Polygons' },
      ],
      default: 'spline',
    },
    {
      kind: 'integer',
      name: 'detail',
      label: 'Colour detail',
      help: 'More keeps finer shades and makes a larger file.',
      min: 1,
      max: 8,
      default: 6,
      advanced: true,
      showIf: { field: 'colors', oneOf: ['color'] },
    },
    {
      kind: 'integer',
      name: 'speckle',
      label: 'Ignore specks up to',
      help: 'Shapes smaller than this many pixels across are left out.',
      min: 0,
      max: 64,
      default: 4,
      advanced: true,
    },
  ],
  outputs: [{ name: 'drawing', kind: 'svg', label: 'Drawing' }],
  price: { base: 1, per: [{ of: 'megapixels', field: 'image', credits: 0.5 }] },
  limits: { runSeconds: 60, memoryMb: 1024 },
  weights: [],
  credits: [{ name: 'VTracer', licence: 'MIT' }],
  state: 'published',
})
