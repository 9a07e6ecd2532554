import type { Pack } from '@infra/weights/pack'

/** What the classifier of `classify.ts` needs. */
export const safetyPack: Pack = {
  name: 'nsfw',
  package: 'nsfwjs',
  version: '4.4.0',
  integrity:
    'sha512-krC1fgeTLXtZwgdpKJ0jm7hqv0gTSRQQRL+FhOaxaJ9Wj92t42BO3csO2odwgTAgZgf2RvkwPtp0R8Aa7dc+MA==',
  bytes: 24_973_068,
  licence: 'MIT',
  light: false,
  files: {
    'model.js': {
      from: 'dist/models/mobilenet_v2_mid/model.min.js',
      sha256: 'a7a9e701491e2449b221dab7c424957f853e700602b5575da33cfd745616f964',
    },
    'shard1.js': {
      from: 'dist/models/mobilenet_v2_mid/group1-shard1of2.min.js',
      sha256: 'f2e79a209e44d668220ec5f1533a98f2be954e3953685bf074d201b82fefc29a',
    },
    'shard2.js': {
      from: 'dist/models/mobilenet_v2_mid/group1-shard2of2.min.js',
      sha256: 'f291df992a0131741372506a6072fb9f1645bff7c973c983fd6276f5f9625d5e',
    },
    LICENSE: {
      from: 'LICENSE',
      sha256: '2f7fe40b4f0d97020f0a0dc2214d637471f6204e565eb83e9fd414f0e5287d94',
    },
  },
}
