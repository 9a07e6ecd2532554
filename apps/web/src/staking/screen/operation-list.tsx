import { shortAddress } from '@infra/protocol/values/short-address'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { describeAction, describeStage } from '../transactions/describe-operation.ts'
import type { Operation, Stage } from '../transactions/operations.ts'
import { dismiss, stopWaiting } from '../transactions/run-operation.ts'

const MAINNET_ID = 1

/** Each transaction and how far it is, newest first. */
export function OperationList({ operations, needed }: { operations: readonly Operation[]; needed: number }) {
  if (operations.length === 0) return null
  return (
    <section aria-label="Transactions">
      <ul className="flex flex-col gap-4">
        {operations.toReversed().map((operation) => (
          <OperationRow key={operation.id} operation={operation} needed={needed} />
        ))}
      </ul>
    </section>
  )
}

function OperationRow({ operation, needed }: { operation: Operation; needed: number }) {
  const { stage, step, chainId } = operation
  const isFailed = stage.name === 'failed'
  const hash = 'hash' in stage ? stage.hash : undefined
  return (
    <li
      className={`flex flex-col gap-4 border p-4 sm:p-5 ${isFailed ? 'border-danger' : stage.name === 'done' ? 'border-cool' : 'border-edge'}`}
    >
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        <h3 className="font-semibold wrap-anywhere">{describeAction(operation)}</h3>
        {step && (
          <span className="label text-muted">
            transaction {step.number} of {step.of}
          </span>
        )}
      </div>
      <StageLine stage={stage} />
      <p role={isFailed ? 'alert' : 'status'} className={isFailed ? 'text-danger' : 'text-muted'}>
        {describeStage(operation, needed)}
      </p>
      <div className="flex flex-wrap items-center gap-3">
        {hash && (
          <span className="font-mono text-sm text-muted" title={hash}>
            {chainId === MAINNET_ID ? (
              <a
                href={`https://etherscan.io/tx/${hash}`}
                target="_blank"
                rel="noreferrer"
                className="underline underline-offset-4"
              >
                {shortAddress(hash)}
              </a>
            ) : (
              shortAddress(hash)
            )}
          </span>
        )}
        {hash && <CopyButton text={hash} label="Copy hash" />}
        <OperationActions operation={operation} />
      </div>
    </li>
  )
}

function OperationActions({ operation }: { operation: Operation }) {
  const { stage } = operation
  if (stage.name === 'checking') return null
  if (stage.name === 'sign') return <Button onClick={() => stopWaiting(operation.id)}>Stop waiting</Button>
  return (
    <Button variant="text" onClick={() => dismiss(operation)}>
      {stage.name === 'pending' ? 'Stop following' : 'Dismiss'}
    </Button>
  )
}

const names: Record<Stage['name'], string> = {
  checking: 'Check',
  sign: 'Sign',
  pending: 'Pending',
  done: 'Done',
  failed: 'Failed',
}

function StageLine({ stage }: { stage: Stage }) {
  const shown: Stage['name'][] =
    stage.name === 'failed' ? ['failed'] : ['checking', 'sign', 'pending', 'done']
  const reached = shown.indexOf(stage.name)
  return (
    <ol aria-label="Stages" className="label flex flex-wrap gap-x-5 gap-y-1">
      {shown.map((name, index) => (
        <li
          key={name}
          aria-current={index === reached ? 'step' : undefined}
          className={`flex items-center gap-2 ${index === reached ? lit[name] : 'text-muted'}`}
        >
          <span
            aria-hidden="true"
            className={`size-2 border border-current ${index <= reached ? 'bg-current' : ''} ${index === reached && isWaiting(name) ? 'animate-warm' : ''}`}
          />
          {names[name]}
        </li>
      ))}
    </ol>
  )
}

const lit: Record<Stage['name'], string> = {
  checking: 'text-text',
  sign: 'text-text',
  pending: 'text-text',
  done: 'text-cool',
  failed: 'text-danger',
}

function isWaiting(name: Stage['name']): boolean {
  return name === 'checking' || name === 'sign' || name === 'pending'
}
