// Loaded before a command (`node --import`): whatever keeps the command from starting, such as a missing package or a full disk, ends it
// with 2. By default Node exits with 1, which for commands means that they ran and found something.
process.on('uncaughtException', (error) => {
  process.stderr.write(`The command could not run: ${error.stack ?? error.message}\n`)
  process.exit(2)
})
