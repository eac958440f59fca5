/** Signs a file. @returns the path of the signature, next to the file */
export type Signer = (file: string) => string;
