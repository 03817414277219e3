#!/bin/sh
# Prints the keys that production needs, as lines of an env file. Store the output with your other secrets.
set -eu
cd "$(dirname "$0")/.."
exec node -e "
  const { randomBytes, generateKeyPairSync } = require('node:crypto')
  const jwk = (type, options) => JSON.stringify(generateKeyPairSync(type, options).privateKey.export({ format: 'jwk' }))
  console.log('DATA_KEY=' + randomBytes(32).toString('base64'))
  console.log('TOKEN_SIGNING_KEY=' + jwk('ec', { namedCurve: 'P-256' }))
  console.log('ID_TOKEN_KEY=' + jwk('rsa', { modulusLength: 2048 }))
"
