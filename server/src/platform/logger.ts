import { type DestinationStream, type LogFn, type Logger, pino } from 'pino'

/** The log. Anything that might carry a secret or a person's data is removed on writing. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie', 'token', '*.token'],
      censor: '[redacted]',
    },
    serializers: {
      // Request and reply objects contain headers and addresses; the response line says all that the log may contain.
      req: () => undefined,
      res: () => undefined,
      // The upload parser's errors include its headers, cookies included.
      busboyOptions: () => undefined,
      err: errorFields,
    },
    hooks: {
      // Without a message, pino would log the error's own.
      logMethod: function (this: Logger, args: Parameters<LogFn>, method: LogFn) {
        const [subject, message] = args as unknown as [unknown, string | undefined]
        const error = subject instanceof Error ? subject : (subject as { readonly err?: unknown } | null)?.err
        if (error instanceof Error && message === undefined)
          method.apply(this, [{ ...(subject as object), err: error }, toLogMessage(error)])
        else method.apply(this, args)
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

/** SQLSTATE class 22: the database's message repeats the value that it could not accept. */
function repeatsValue(error: Error): boolean {
  return 'code' in error && typeof error.code === 'string' && /^22\w{3}$/.test(error.code)
}

function toLogMessage(error: Error): string {
  return repeatsValue(error) ? 'the database refused a value' : error.message
}

function errorFields(error: Error) {
  const message = toLogMessage(error)
  const code = 'code' in error && typeof error.code === 'string' ? { code: error.code } : {}
  return { type: error.name, ...code, message, stack: error.stack?.replace(error.message, () => message) }
}
