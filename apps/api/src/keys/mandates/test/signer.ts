import { draftMandate } from '@infra/protocol/programs/mandates'
import { type Mandate, mandateTypedData } from '@infra/protocol/values/mandate'
import type { Hex, TypedDataDefinition } from 'viem'
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts'
import type { NewKey } from '../../../test/api-key.ts'
import { type Person, signInSomeone } from '../../../test/person.ts'
import type { TestApi } from '../../../test/start-test-api.ts'

/** Someone whose wallet signs mandates. */
export interface Signer extends Person {
  signMandate: (mandate: Mandate) => Promise<Hex>
  /** What is sent for a key once its mandate is signed. */
  signed: (wanted: NewKey) => Promise<NewKey>
}

export async function signerAt(api: TestApi): Promise<Signer> {
  const secret = generatePrivateKey()
  const person = await signInSomeone(api, secret)
  const signMandate = (mandate: Mandate) =>
    privateKeyToAccount(secret).signTypedData(mandateTypedData(mandate) as unknown as TypedDataDefinition)
  const signed = async (wanted: NewKey) => {
    const { code: _, mandate: __, ...body } = wanted
    const { mandate } = await person.call(draftMandate, { body })
    const { nonce, validFrom } = mandate
    return { ...wanted, mandate: { nonce, validFrom, signature: await signMandate(mandate) } }
  }
  return { ...person, signMandate, signed }
}
