import { Sha256 } from '@aws-crypto/sha256-js';
import { SignatureV4 } from '@smithy/signature-v4';

/** `access key ID:secret access key`, with `:session token` for temporary credentials. */
const ACCESS_KEY = /^(A[A-Z0-9]{15,127}):([^:\s]+)(?::(\S+))?$/;

/** A request to Amazon Bedrock. */
interface AwsRequest {
  method: 'GET' | 'POST';
  url: string;
  body?: string;
}

/**
 * Authorization headers: a Bedrock API key is sent as a bearer token, an access key signs the request (Signature
 * Version 4). Checked 2026-11-28: docs.aws.amazon.com/bedrock/latest/userguide/api-keys-use.html.
 */
export function awsAuthorizer(
  apiKey: string,
  region: string,
): (request: AwsRequest) => Promise<Record<string, string>> {
  const [, accessKeyId, secretAccessKey, sessionToken] = ACCESS_KEY.exec(apiKey) ?? [];
  if (accessKeyId === undefined || secretAccessKey === undefined)
    return () => Promise.resolve({ authorization: `Bearer ${apiKey}` });
  const signer = new SignatureV4({
    service: 'bedrock',
    region,
    sha256: Sha256,
    credentials: { accessKeyId, secretAccessKey, ...(sessionToken !== undefined && { sessionToken }) },
  });
  return async ({ method, url, body }) => {
    const { host, hostname, protocol, pathname, searchParams } = new URL(url);
    const signed = await signer.sign({
      method,
      protocol,
      hostname,
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: { host },
      ...(body !== undefined && { body }),
    });
    // the HTTP client sets `host`
    return Object.fromEntries(Object.entries(signed.headers).filter(([name]) => name !== 'host'));
  };
}
