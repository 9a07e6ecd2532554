import type { Receipt } from '../signatures/receipts.ts'

/** The signed hash of the receipt below, as a check names it. */
export const FIRST_RECEIPT_HASH = 'a183e9ac1c3ecf9652a776b9ce0d61b83d9d2e981871dad47fafa1a183398413'

/** The text of its job, which was returned unchanged. */
export const FIRST_RECEIPT_TEXT = 'Hello, Zoë 🦊'

/** A receipt made by the code of version 1 nodes and networks. It must verify forever. */
export const firstReceipt: Receipt = {
  claims: {
    job: '0198c0de-0000-7000-8000-000000000001',
    app: 'echo',
    appVersion: 1,
    inputHash: '5ac1c4d1b43e5fedc9da1fee202ecd6b8bf4eb684d2e03d619dd7b783a2a7139',
    outputHashes: ['4c496502cafcda87ecbc25d1aca010266ebe70cd2968cb31cd5ad4282dac3cb0'],
    startedAt: 1_767_225_600_000,
    runMs: 1234,
    price: 1,
    node: '0x19E7E376E7C213B7E7e7e46cc70A5dD086DAff2A',
  },
  nodeSignature:
    '0xe4e1e91d485a07a8343eb10c8a0d5fa3466de9991901b610e7066ec8317add0a261e1c395093d85d78c3681b21a8cca50a859bf85c5991295152e52dd3da2d571c',
  network: '0x1563915e194D8CfBA1943570603F7606A3115508',
  networkSignature:
    '0xb29e9a9159f405a64e38948657ccf2b319f9b15c003a87268694a549281dde2b23e5e1622dc2a9672635c7ded76cbd172247e80926ddc700c5e49738133afc751c',
}
