/* esbuild imports these files as text. */
declare module "*.css" {
    const text: string;
    export default text;
}
