import { namesModel, type ReceiptClaims } from '@infra/protocol/signatures/receipts'
import { describeRan } from './describe-ran.ts'
import { Fact } from './job-facts.tsx'

/** Engine, model and weights as the node signed them. */
export function WhatRan({ claims }: { claims: ReceiptClaims }) {
  if (!namesModel(claims)) return <p className="text-muted">This receipt does not say which model ran.</p>
  const { engine, model, weights, proof } = describeRan(claims)
  return (
    <dl className="grid grid-cols-[6rem_minmax(0,1fr)] gap-x-4 gap-y-2">
      <Fact name="Engine">{engine}</Fact>
      <Fact name="Model">{model}</Fact>
      {(weights || proof) && (
        <Fact name="Weights">
          {proof}
          {weights && <code className="mt-1 block font-mono text-sm break-all text-muted">{weights}</code>}
        </Fact>
      )}
      <Fact name="Agent">{claims.agent}</Fact>
      <Fact name="Platform">{claims.platform}</Fact>
    </dl>
  )
}
