import { Component, type ComponentType, type ReactNode } from 'react'

export interface CaughtProps {
  error: unknown
  reset: () => void
}

interface CatchBoundaryProps {
  fallback: ComponentType<CaughtProps>
  children: ReactNode
}

/** An error boundary: shows the fallback in place of the part that failed. */
export class CatchBoundary extends Component<CatchBoundaryProps, { caught?: { error: unknown } }> {
  override state: { caught?: { error: unknown } } = {}

  static getDerivedStateFromError(error: unknown) {
    return { caught: { error } }
  }

  override render() {
    const { fallback: Fallback, children } = this.props
    const { caught } = this.state
    return caught ? (
      <Fallback error={caught.error} reset={() => this.setState({ caught: undefined })} />
    ) : (
      children
    )
  }
}
