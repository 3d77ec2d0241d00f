import { createHash, createSign, generateKeyPairSync, randomBytes } from 'node:crypto';

// A passkey as an authenticator makes it (WebAuthn level 3, ES256, attestation "none"), for tests without a browser.

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

interface Site {
  origin: string;
  rpId: string;
}

const sha256 = (data: string | Buffer): Buffer => createHash('sha256').update(data).digest();
const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};

// The little CBOR that it takes, each length in its shortest form.
function head(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  const isShort = length < 256;
  return Buffer.from([(major << 5) | (isShort ? 24 : 25), ...(isShort ? [] : [length >> 8]), length & 255]);
}
const text = (value: string): Buffer => Buffer.concat([head(3, value.length), Buffer.from(value)]);
const bytes = (value: Buffer): Buffer => Buffer.concat([head(2, value.length), value]);
const integer = (value: number): Buffer => (value < 0 ? head(1, -1 - value) : head(0, value));
const map = (...entries: Buffer[]): Buffer => Buffer.concat([head(5, entries.length / 2), ...entries]);

export class SoftwarePasskey {
  readonly id = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  #counter = 0;
  /** Whether it asks for a fingerprint or PIN. */
  verifies = true;

  constructor(
    readonly userId: string,
    readonly site: Site,
  ) {}

  /** The answer to registration options. */
  create(challenge: string) {
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const publicKey = map(
      ...[integer(1), integer(2), integer(3), integer(-7), integer(-1), integer(1)],
      ...[integer(-2), bytes(Buffer.from(x, 'base64url')), integer(-3), bytes(Buffer.from(y, 'base64url'))],
    );
    const id = Buffer.from(this.id, 'base64url');
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, publicKey]);
    const data = Buffer.concat([this.#authenticatorData(HAS_CREDENTIAL), credential]);
    const attestation = map(text('fmt'), text('none'), text('attStmt'), map(), text('authData'), bytes(data));
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON: this.#clientData('webauthn.create', challenge).toString('base64url'),
        attestationObject: attestation.toString('base64url'),
        transports: ['internal'],
      },
    };
  }

  /** The answer to options to sign in or to prove. */
  get(challenge: string) {
    this.#counter += 1;
    const clientData = this.#clientData('webauthn.get', challenge);
    const authenticatorData = this.#authenticatorData(0);
    const signer = createSign('sha256').update(Buffer.concat([authenticatorData, sha256(clientData)]));
    return {
      ...this.#envelope(),
      response: {
        clientDataJSON: clientData.toString('base64url'),
        authenticatorData: authenticatorData.toString('base64url'),
        signature: signer.sign(this.#keys.privateKey).toString('base64url'),
        userHandle: Buffer.from(this.userId).toString('base64url'),
      },
    };
  }

  /** Sets it back, as a copy would be. */
  rewind(): void {
    this.#counter -= 1;
  }

  #envelope() {
    return { id: this.id, rawId: this.id, type: 'public-key' as const, clientExtensionResults: {} };
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.site.origin, crossOrigin: false }));
  }

  #authenticatorData(extra: number): Buffer {
    const flags = USER_PRESENT | (this.verifies ? USER_VERIFIED : 0) | extra;
    return Buffer.concat([sha256(this.site.rpId), Buffer.from([flags]), uint32(this.#counter)]);
  }
}
