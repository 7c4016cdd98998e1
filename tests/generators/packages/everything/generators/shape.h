int volume(int side);
