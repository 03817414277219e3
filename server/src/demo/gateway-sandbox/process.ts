import { startSandbox } from './server.ts'

// Runs the sandbox gateway in a process of its own; it ends with the portal that started it.
const { SANDBOX_SECRET = '', SANDBOX_TELL = '', SANDBOX_FILE = '' } = process.env
const { url } = await startSandbox({
  secret: SANDBOX_SECRET,
  tell: SANDBOX_TELL,
  file: SANDBOX_FILE,
})
process.on('disconnect', () => process.exit(0))
process.send?.({ url })
