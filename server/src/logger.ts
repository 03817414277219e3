import { type DestinationStream, type Logger, pino } from 'pino'

/** The log. Whatever might carry a secret or a person's data is taken out where it is written. */
export function createLogger(level: string, destination?: DestinationStream): Logger {
  const options = {
    level,
    base: null,
    redact: {
      paths: ['password', '*.password', 'authorization', '*.authorization', 'cookie', '*.cookie', 'token', '*.token'],
      censor: '[redacted]',
    },
    serializers: {
      // Request and reply objects hold headers and addresses; the response line says all that a log may say.
      req: () => undefined,
      res: () => undefined,
      // What reads uploads tells of the headers it was given, cookies and all.
      busboyOptions: () => undefined,
      err: (error: Error) => ({ type: error.name, message: error.message, stack: error.stack }),
    },
  }
  return destination ? pino(options, destination) : pino(options)
}
