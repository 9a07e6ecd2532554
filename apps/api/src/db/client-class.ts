import pg from 'pg'
import { primaryOf, terminateConnection } from './primary.ts'

const READ_ONLY = '25006'

const PORT = 5432

/** For `pg.Pool`: clients that connect to the primary of `databaseUrl`. */
export function clientClass(databaseUrl: string): typeof pg.Client {
  const primary = primaryOf(databaseUrl)

  return class PrimaryClient extends pg.Client {
    #server = primary.servers[0]!

    constructor(config: pg.ClientConfig = {}) {
      super({ ...config, connectionString: primary.servers[0] })
      // Without a listener, an error would end the process. Queries on the connection report the failure themselves.
      this.on('error', () => primary.markStale(this.#server))
      this.connection.on('errorMessage', ({ code }: { code?: string }) => {
        // The primary was demoted or is fenced. Disconnect after this turn, so that the statement fails with PostgreSQL's own error.
        if (code === READ_ONLY) setImmediate(() => terminateConnection(this, 'the server takes no writes'))
      })
    }

    override connect(callback?: (error: never, client: this) => void): Promise<this> {
      const connected = this.#connectToPrimary()
      if (callback) connected.then(() => callback(null as never, this), callback as (error: Error) => void)
      return connected
    }

    async #connectToPrimary(): Promise<this> {
      this.#server = await primary.find()
      if (primary.servers.length > 1) {
        const { hostname, port } = new URL(this.#server)
        this.host = hostname.replace(/^\[(.*)\]$/, '$1')
        this.port = Number(port || PORT)
      }
      try {
        await super.connect()
        await primary.attach(this, this.#server)
        return this
      } catch (error) {
        primary.markStale(this.#server)
        terminateConnection(this, 'it could not be used')
        throw error
      }
    }
  }
}

/** A single connection to the primary of `databaseUrl`, not yet connected. */
export function openClient(databaseUrl: string, config: pg.ClientConfig): pg.Client {
  return new (clientClass(databaseUrl))(config)
}
