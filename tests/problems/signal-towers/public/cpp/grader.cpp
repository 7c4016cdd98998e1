// What contestants get: a copy without the secret.
int main() {}
